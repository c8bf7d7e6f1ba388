/** The help of `verify`. */
export const HELP = `Usage: muniment verify <path>[@version] [copy] [options]
       muniment verify <copy> [options]

Compares a copy with what is preserved, byte by byte, or reads what is stored.

  muniment verify letters/1911@v1 out
  muniment verify letters/1911@v1 letters.zip
  muniment verify ./letters-1911-v1
  muniment verify letters/1911

A copy is a folder, a bag, an OCFL object, a zip or a tar. A bag, an object or
a zip that restore made says itself of what it is; write it with a ./ before
it. Entries of a zip may be stored or deflated. A compressed tar is unpacked
first; an encrypted zip and one in parts are refused. Without a copy, all
versions are read as they are stored, or the one that is named.

  --path <pattern>   compare only these, below <path>; may be repeated
  --stored           the copy has METS and tool outputs, names as stored
  --original-names   the copy has names from the METS where they are others

Exit codes: 0 the same, 1 not the same, 2 command line, or a copy that cannot
be read, 4 login, 5 try again later, 130 stopped.
`;
