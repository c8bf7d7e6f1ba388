import io.ocfl.api.model.ObjectVersionId;
import io.ocfl.api.model.ValidationIssue;
import io.ocfl.core.OcflRepositoryBuilder;
import io.ocfl.core.extension.storage.layout.config.HashedNTupleLayoutConfig;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Lets ocfl-java open a storage root as a repository: it validates every object with its digests, and reads every file
 * of every version. Ends with 1 where it finds anything but W004. Arguments: the root, a
 * folder for its work.
 */
public class OcflJava {
    public static void main(String[] words) throws Exception {
        var root = Path.of(words[0]);
        var work = Files.createDirectories(Path.of(words[1]));
        var repository = new OcflRepositoryBuilder()
                .defaultLayoutConfig(new HashedNTupleLayoutConfig())
                .storage(storage -> storage.fileSystem(root))
                .workDir(work)
                .build();
        var isFine = true;
        List<String> ids;
        try (var listed = repository.listObjectIds()) {
            ids = listed.sorted().toList();
        }
        for (var id : ids) {
            var results = repository.validateObject(id, true);
            List<ValidationIssue> findings = new ArrayList<>(results.getErrors());
            findings.addAll(results.getWarnings());
            findings.removeIf(finding -> finding.getCode().name().equals("W004"));
            isFine &= findings.isEmpty();
            System.out.println("ocfl-java: " + id + " " + (findings.isEmpty() ? "is valid" : findings));
            var versions = repository.describeObject(id).getVersionMap().keySet();
            var files = 0;
            for (var version : versions)
                for (var file : repository.getObject(ObjectVersionId.version(id, version)).getFiles()) {
                    try (var stream = file.getStream()) {
                        stream.transferTo(OutputStream.nullOutputStream());
                        stream.checkFixity();
                    }
                    files++;
                }
            System.out.println("ocfl-java: " + files + " files read in " + versions.size() + " versions");
        }
        System.out.println("ocfl-java: " + ids.size() + " objects");
        System.exit(isFine ? 0 : 1);
    }
}
