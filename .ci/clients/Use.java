// What a client does that openapi-generator has made for Java. Arguments: the addresses of both services.
import muniment.preservation.*;
import muniment.preservation.api.*;
import muniment.preservation.model.*;

public class Use {
  public static void main(String[] arguments) throws Exception {
    String preservation = arguments[0];
    ApiClient client = new ApiClient().setBasePath(preservation);
    RepositoryApi repository = new RepositoryApi(client);
    DepositsApi deposits = new DepositsApi(client);
    muniment.storage.api.RepositoryApi other =
        new muniment.storage.api.RepositoryApi(new muniment.storage.ApiClient().setBasePath(arguments[1]));

    repository.putResource("java", null, new ContainerRequest().name("Boxes"));
    Container inner = repository.putResource("java/par(en)", null, null);
    ResourceOrMets found = repository.getResource("java/par(en)", null, null);
    muniment.storage.model.Resource seen = other.getResource("java/par(en)", null, null);
    DepositRequest request = new DepositRequest()
        .template(Template.ROOT_LEVEL)
        .archivalGroup(preservation + "/repository/java/group");
    Deposit deposit = deposits.createDeposit(request, null);
    String depositId = deposit.getId().substring(deposit.getId().lastIndexOf('/') + 1);
    ParsedMets mets = new MetsApi(client).getParsedMets(depositId);
    ImportJob diff = new ImportJobsApi(client).getImportJobDiff(depositId, null);
    int missing = 200;
    try {
      other.getStorageMap("java/group", null);
    } catch (muniment.storage.ApiException fault) {
      missing = fault.getCode();
    }
    System.out.printf(
        "{\"made\":\"%s\",\"found\":\"%s\",\"seen\":\"%s\",\"deposit\":\"%s\",\"editable\":%s,\"adds\":%d,\"missing\":%d}%n",
        inner.getId(), found.getResource().getContainer().getId(), seen.getContainer().getId(), deposit.getStatus().getValue(),
        mets.getEditable(), diff.getBinariesToAdd().size(), missing);
  }
}
