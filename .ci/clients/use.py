# What a client does that openapi-generator has made for Python. Arguments: the addresses of both services.
import json
import sys

import muniment_preservation
import muniment_storage

preservation, storage = sys.argv[1:]
client = muniment_preservation.ApiClient(muniment_preservation.Configuration(host=preservation))
repository = muniment_preservation.RepositoryApi(client)
deposits = muniment_preservation.DepositsApi(client)
other = muniment_storage.RepositoryApi(muniment_storage.ApiClient(muniment_storage.Configuration(host=storage)))

repository.put_resource("python", container_request=muniment_preservation.ContainerRequest(name="Boxes"))
inner = repository.put_resource("python/par(en)")
found = repository.get_resource("python/par(en)").actual_instance
seen = other.get_resource("python/par(en)").actual_instance
group = preservation + "/repository/python/group"
deposit = deposits.create_deposit(muniment_preservation.DepositRequest(template="RootLevel", archival_group=group))
deposit_id = deposit.id.rsplit("/", 1)[1]
mets = muniment_preservation.MetsApi(client).get_parsed_mets(deposit_id)
diff = muniment_preservation.ImportJobsApi(client).get_import_job_diff(deposit_id)
try:
    other.get_storage_map("python/group")
    missing = 200
except muniment_storage.exceptions.NotFoundException as fault:
    missing = fault.status
print(json.dumps({
    "made": inner.id,
    "found": found.id,
    "seen": seen.id,
    "deposit": deposit.status,
    "editable": mets.editable,
    "adds": len(diff.binaries_to_add),
    "missing": missing,
}))
