/** The help of the program; that of a verb is with the verb. */
export const MAIN_HELP = `muniment: preserves files so that you can prove they are unchanged.

Usage: muniment <verb> [path[@version]] [options]

  muniment preserve scans --as letters/1911   preserve a folder
  muniment log letters/1911                   its versions
  muniment restore letters/1911@v1 --to out   get version 1 back

Put in and get back
  preserve  make a version from a folder, a bag or a list
  restore   write a version, folder or file to a new folder, bag, zip or tar
  cat       print a file                       export   copy a version to S3
  containers  make or delete them, empty

Look
  ls        containers, groups, files          log      versions
  show      one version                        diff     what changed
  find      files in the whole archive         history  who did what, when

Prove
  verify    compare a copy, or what is stored, byte by byte
  audit     compare the whole archive with its log
  report    a page to print

Run
  start     the platform                       jobs     waiting, running, failed
  adopt     take objects into the log          archive  empty old workspaces
  tools     formats, viruses, metadata         login    log in to a server
  admin     views, events for consumers        logout   end a login
  whoami    as whom you work                   issuer   tokens to try with
  completion  for bash, zsh and fish

For every verb
  --server <address>  a running platform       --data <folder>  an archive here
  --json              for programs             -q, --quiet      only the answer
  --wait <time>       for an archive in use    --no-pager  --no-color
  -h, --help          more: muniment <verb> --help      --version

Exit codes: 0 done, 1 no or not the same, 2 not done, 3 needs a yes,
4 needs a login, 5 try again later. Paths with spaces need quotes.
`;
