/** The help of `restore`. */
export const HELP = `Usage: muniment restore <path>[@version] --to <place> [options]

Writes preserved files to a new place and compares every byte on the way.

  muniment restore letters/1911@v1 --to out
  muniment restore "letters/1911/Brief an Clara.txt" --to out
  muniment restore letters/1911 --path 'pictures/**' --to out
  muniment restore letters/1911@v1 --as zip --to letters.zip

Without @version: the newest. Names and dates are the depositor's. The same
command again continues a restore that was stopped.

  --to <place>         new or empty folder; for zip, tar a new file, or -
  --as <form>          files (default), bag, zip, tar, ocfl (the whole object)
  --path <pattern>     only these, below <path>; may be repeated
  --stored             also METS and tool outputs, names as stored
  --original-names     names from the METS where they are others
  --rename-collisions  rename one of two names that are the same on this disk
  --skip-damaged       leave out damaged files, name them, end with 1
  --list               print each file as it is written
  --dry-run            show what would be written, and how much

Exit codes: 0 all restored and compared, 1 damaged or impossible here,
2 place not empty, 4 login, 5 try again later, 130 stopped.
`;
