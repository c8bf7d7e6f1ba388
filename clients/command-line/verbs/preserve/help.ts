/** The help of `preserve`. */
export const HELP = `Usage: muniment preserve <folder> [--as <group>] [options]
       muniment preserve --from <list> --as <group> [options]

Makes a version of an archival group from a folder, a bag or a list of files.
What is in the folder is the version: what is gone from it is deleted in the
version, and stays in the ones before.

  muniment preserve scans --as letters/1911 -m "First version"
  muniment preserve scans --as letters/1911 --exclude junk --dry-run
  muniment preserve .
  find . -name '*.tif' -print0 | muniment preserve --from0 - --as letters/1911

A folder with a bagit.txt is a bag: its payload is preserved, and every
manifest is verified. Without --as, the folder has a muniment.yaml with group,
exclude, tools and agent. A pattern without a slash matches names, one with a
slash matches paths; * is any characters but a slash, ** folders too.

  --as <group>              path in the archive; containers are made
  -m, --message <text>      message of the version
  --name <name>             display name (new group: the name of the folder)
  --agent <name>            who makes the version, where nobody logs in
  --exclude <pattern>       leave out; "junk": files of operating systems
  --from <list>             names of files, one a line; - is standard input
  --from0 <list>            the same, with a zero byte after each name
  --tools                   formats, viruses and metadata first
  --dry-run                 show what would change, and change nothing
  --yes                     answer yes
  --expect-deleted <n>      so many files are to be deleted
  --accept-infected <name>  preserve this file with its virus
  --keep-workspace          keep the files in the workspace of the deposit

Exit codes: 0 preserved or the same, 1 not preserved, 2 command line,
3 needs a yes, 4 login, 5 try again later, 130 stopped.
`;
