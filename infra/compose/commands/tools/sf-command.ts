import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Siegfried's command `sf` over its engine in the Python package pygfried, which has none of its own: as much of it as the
 * platform and Brunnhilde call, which is `-version` and `-csv`, with `-hash`, for the files named in lines of the standard
 * input (`-f -`) or by patterns, and for those in folders. The shell runs it with the Python beside it. Only regular files
 * are opened, so that no pipe holds it.
 */
const SF_COMMAND = String.raw`#!/bin/sh
'''exec' "$(command -p dirname "$0")/python3" "$0" "$@"
' '''
import argparse, hashlib, os, re, stat, sys, time
import pygfried

KINDS = ((stat.S_ISLNK, "symlink"), (stat.S_ISDIR, "directory"), (stat.S_ISFIFO, "named pipe"),
         (stat.S_ISSOCK, "socket"), (stat.S_ISCHR, "device"), (stat.S_ISBLK, "device"))
MATCH = ("ns", "id", "format", "version", "mime", "class", "basis", "warning")

parser = argparse.ArgumentParser(prog="sf", allow_abbrev=False, description="Siegfried, by pygfried.")
parser.add_argument("-version", action="store_true")
parser.add_argument("-csv", action="store_true", help="the only form of results")
parser.add_argument("-hash", choices=("md5", "sha1", "sha256", "sha512"))
parser.add_argument("-f", choices=("-",), help="a list of files from the standard input")
parser.add_argument("pattern", nargs="*", help="a file or folder, with a backslash before special characters")
options = parser.parse_args()

def given():
    if options.f:
        for line in sys.stdin.buffer:
            yield os.fsdecode(line.rstrip(b"\n"))
    for pattern in options.pattern:
        path = re.sub(r"\\(.)", r"\1", pattern, flags=re.DOTALL)
        if not os.path.isdir(path):
            yield path
        for folder, folders, names in os.walk(path):
            folders.sort()
            yield from (os.path.join(folder, name) for name in sorted(names))

def identified(path):
    try:
        found = os.lstat(path)
        for is_kind, kind in KINDS:
            if is_kind(found.st_mode):
                modified = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(found.st_mtime))
                return found.st_size, modified, "file is of type %s; only regular files can be scanned" % kind, "", []
        digest = ""
        if options.hash:
            hashed = hashlib.new(options.hash)
            with open(path, "rb") as file:
                for piece in iter(lambda: file.read(1 << 20), b""):
                    hashed.update(piece)
            digest = hashed.hexdigest()
        result = pygfried.identify(path, detailed=True)["files"][0]
        return result["filesize"], result["modified"], result["errors"] or "", digest, result["matches"] or []
    except OSError as error:
        why = "failed to identify %s: %s" % (path, error.strerror or error)
        return 0, "0001-01-01T00:00:00Z", why, "", []

def tell_version():
    known = pygfried.identify(__file__, detailed=True)
    print("siegfried %s\n%s (%s)\nidentifiers: " % (known["siegfried"], known["signature"], known["created"]))
    for each in known["identifiers"]:
        print("  - %s: %s" % (each["name"], each["details"]))

def tell_row(*values):
    texts = [str(value) for value in values]
    quoted = ['"%s"' % text.replace('"', '""') if re.search(r'[",\r\n]|^\s', text) else text for text in texts]
    print(",".join(quoted), flush=True)

def tell_files():
    sys.stdout.reconfigure(encoding="utf-8", errors="surrogateescape")
    digests = [options.hash] if options.hash else []
    tell_row("filename", "filesize", "modified", "errors", *digests, "namespace", *MATCH[1:])
    for path in given():
        size, modified, errors, digest, matches = identified(path)
        for match in matches or [{}]:
            tell_row(path, size, modified, errors, *(digest for _ in digests), *(match.get(key, "") for key in MATCH))

if options.version:
    tell_version()
elif options.csv:
    tell_files()
else:
    parser.error("-version or -csv is wanted")
`;

/** Writes the command into the folder `bin` of a Python that has pygfried. */
export const writeSfCommand = async (bin: string): Promise<void> => {
  const location = join(bin, 'sf');
  await writeFile(location, SF_COMMAND);
  await chmod(location, 0o755);
};
