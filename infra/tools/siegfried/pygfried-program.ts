/**
 * The program that identifies files with pygfried, Siegfried's engine as a Python package: reads their names from standard
 * input, each ended by NUL, and prints one line of JSON for each. Only regular files are opened, so that no pipe holds it.
 */
export const PYGFRIED_PROGRAM = `
import datetime, hashlib, json, os, stat, sys
import pygfried

KINDS = ((stat.S_ISLNK, "symlink"), (stat.S_ISDIR, "directory"), (stat.S_ISFIFO, "named pipe"),
         (stat.S_ISSOCK, "socket"), (stat.S_ISCHR, "device"), (stat.S_ISBLK, "device"))

def identified(name):
    path = os.fsdecode(name)
    try:
        found = os.lstat(path)
        for is_kind, kind in KINDS:
            if is_kind(found.st_mode):
                return path, 0, "", "file is of type %s; only regular files can be scanned" % kind, "", []
        digest = hashlib.sha256()
        with open(path, "rb") as file:
            for piece in iter(lambda: file.read(1 << 20), b""):
                digest.update(piece)
        modified = datetime.datetime.fromtimestamp(int(found.st_mtime), datetime.timezone.utc)
        result = pygfried.identify(path, detailed=True)["files"][0]
        return (path, found.st_size, modified.strftime("%Y-%m-%dT%H:%M:%SZ"), result["errors"] or "",
                digest.hexdigest(), result["matches"] or [])
    except OSError as error:
        return path, 0, "", "%s: %s" % (error.strerror, path), "", []

def tell(what):
    sys.stdout.write(json.dumps(what) + "\\n")
    sys.stdout.flush()

if sys.argv[1:] == ["version"]:
    known = pygfried.identify(sys.argv[0] if os.path.isfile(sys.argv[0]) else sys.executable, detailed=True)
    tell({"version": known["siegfried"], "signature": known["signature"], "created": known["created"],
          "identifiers": [{"name": each["name"], "details": each["details"]} for each in known["identifiers"]]})
else:
    rest = b""
    for piece in iter(lambda: sys.stdin.buffer.read1(1 << 16), b""):
        names = (rest + piece).split(b"\\0")
        rest = names.pop()
        for name in names:
            path, size, modified, errors, sha256, matches = identified(name)
            tell({"location": path, "size": size, "modified": modified, "errors": errors, "sha256": sha256,
                  "matches": matches})
`;
