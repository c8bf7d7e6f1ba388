# What a client does that openapi-generator has made for Python. Arguments: the addresses of both services, and the S3 URI
# of a text file of eleven bytes that the storage service may read.
import json
import sys
import time

import muniment_preservation
import muniment_storage

preservation, storage, origin = sys.argv[1:]
client = muniment_preservation.ApiClient(muniment_preservation.Configuration(host=preservation))
repository = muniment_preservation.RepositoryApi(client)
deposits = muniment_preservation.DepositsApi(client)
storage_client = muniment_storage.ApiClient(muniment_storage.Configuration(host=storage))
other = muniment_storage.RepositoryApi(storage_client)

repository.put_resource("python", container_request=muniment_preservation.ContainerRequest(name="Boxes"))
inner = repository.put_resource("python/par(en)")
found = repository.get_resource("python/par(en)").actual_instance.actual_instance
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

# An import without a deposit, followed until it has ended.
imports = muniment_storage.ImportApi(storage_client)
scans = storage + "/repository/python/scans"
job = imports.create_import(muniment_storage.ImportJobRequest(
    archival_group=scans,
    archival_group_name="Scans",
    last_modified_by=storage + "/agents/python",
    binaries_to_add=[{
        "id": scans + "/page-1.txt",
        "name": "Page 1",
        "origin": origin,
        "contentType": "text/plain",
        "digest": "b94d27b9934d3e08a52e52d7da7dabfac484efe37a5380ee9088f7ace2efcde9",
    }],
))
job_id = job.id.split("/import/results/")[1].split("/")[0]
deadline = time.monotonic() + 60
while not job.status.startswith("completed"):
    if time.monotonic() > deadline:
        sys.exit("the import did not end: " + job.status)
    time.sleep(0.1)
    job = imports.get_import_result(job_id, "python/scans")

# Its content: all of it, a range of it, and nothing where the client has it already.
page = "python/scans/page-1.txt"
whole = other.get_content_with_http_info(page)
part = other.get_content_with_http_info(page, range="bytes=-5")
try:
    same = other.get_content_with_http_info(page, if_none_match=whole.headers["ETag"]).status_code
except muniment_storage.exceptions.ApiException as fault:
    same = fault.status

# A container that is deleted leaves a tombstone, until that is purged.
repository.put_resource("python/gone")
repository.delete_resource("python/gone")
try:
    repository.get_resource("python/gone")
    deleted = 200
except muniment_preservation.exceptions.ApiException as fault:
    deleted = fault.status
repository.delete_resource("python/gone", purge=True)
try:
    repository.get_resource("python/gone")
    purged = 200
except muniment_preservation.exceptions.NotFoundException as fault:
    purged = fault.status


# Views follow what has happened: asked until they show it.
def until(ask, shows):
    end = time.monotonic() + 30
    while True:
        try:
            answer = ask()
            if shows(answer):
                return answer
        except muniment_preservation.exceptions.ServiceException as fault:
            if fault.status != 503:
                raise
        except muniment_storage.exceptions.ServiceException as fault:
            if fault.status != 503:
                raise
        if time.monotonic() > end:
            sys.exit("it was never shown")
        time.sleep(0.1)


searching = muniment_storage.SearchApi(storage_client)
files = until(lambda: searching.search_repository(text="SCANS/page"), lambda answer: answer.total > 0)
search = muniment_preservation.SearchApi(client).search(text="python/scans/page")
activity = muniment_preservation.ActivityApi(client)


def activities():
    collection = activity.get_group_activities()
    number = collection.last.id.rsplit("/", 1)[1]
    return activity.get_group_activity_page(number).ordered_items


about = until(activities, lambda items: any(item.object.id.endswith("/python/scans") for item in items))
jobs = muniment_storage.ActivityApi(storage_client).get_import_activity_page("1").ordered_items

# Every event of containers, page by page from the beginning.
events = muniment_preservation.EventsApi(client)
names, after = [], None
while True:
    shown = events.list_events(topics="containers", limit=2, after=after)
    names += [event.data["name"] for event in shown.events if event.type.endswith("ChildTombstoned.v1")]
    after = shown.position
    if shown.is_last:
        break

print(json.dumps({
    "made": inner.id,
    "found": found.id,
    "seen": seen.id,
    "deposit": deposit.status,
    "editable": mets.editable,
    "adds": len(diff.binaries_to_add),
    "missing": missing,
    "further": {
        "imported": job.status,
        "whole": bytes(whole.data).decode(),
        "part": [part.status_code, bytes(part.data).decode(), part.headers["Content-Range"]],
        "same": same,
        "deleted": deleted,
        "purged": purged,
        "files": [each.repo_id for each in files.results],
        "search": search.repo_search.total,
        "activities": [item.type for item in about if item.object.id.endswith("/python/scans")],
        "jobs": [item.object.type for item in jobs],
        "tombstones": names,
    },
}))
