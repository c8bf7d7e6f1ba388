import type { VerbTable } from '../../../clients/command-line/program/surroundings.js';

const looking: VerbTable = {
  ls: { load: async () => (await import('../../../clients/command-line/verbs/ls/ls.js')).ls, isPaged: true },
  log: { load: async () => (await import('../../../clients/command-line/verbs/log/log.js')).log, isPaged: true },
  show: { load: async () => (await import('../../../clients/command-line/verbs/show/show.js')).show },
  diff: { load: async () => (await import('../../../clients/command-line/verbs/diff/diff.js')).diff, isPaged: true },
  history: {
    load: async () => (await import('../../../clients/command-line/verbs/history/history.js')).history,
    isPaged: true,
  },
  verify: { load: async () => (await import('../../../clients/command-line/verbs/verify/verify.js')).verify },
  cat: { load: async () => (await import('../../../clients/command-line/verbs/cat/cat.js')).cat },
  find: { load: async () => (await import('../../../clients/command-line/verbs/find/find.js')).find, isPaged: true },
  jobs: { load: async () => (await import('../../../clients/command-line/verbs/jobs/jobs.js')).jobs, isPaged: true },
};

/** What changes something, or writes outside the archive. */
const changing: VerbTable = {
  preserve: {
    load: async () => {
      const [{ preserveWith }, { ownUploaderOf }] = await Promise.all([
        import('../../../clients/command-line/verbs/preserve/preserve.js'),
        import('./own-uploader.js'),
      ]);
      return preserveWith(ownUploaderOf);
    },
    changes: true,
    creates: true,
  },
  restore: {
    load: async () => (await import('../../../clients/command-line/verbs/restore/restore.js')).restore,
    changes: true,
  },
  report: {
    load: async () => (await import('../../../clients/command-line/verbs/report/report.js')).report,
    changes: true,
  },
  audit: { load: async () => (await import('../commands/audit/audit-verb.js')).audit, changes: true },
  adopt: { load: async () => (await import('../commands/adopt/adopt-verb.js')).adopt, changes: true, creates: true },
  archive: {
    load: async () => {
      const [{ archiveWith }, { platformOf }] = await Promise.all([
        import('../../../clients/command-line/verbs/archive/archive.js'),
        import('./own-platforms.js'),
      ]);
      return archiveWith(async (service) => platformOf(service)?.settle());
    },
    changes: true,
  },
  export: {
    load: async () => (await import('../../../clients/command-line/verbs/export/export.js')).exportVerb,
    changes: true,
  },
  containers: {
    load: async () => (await import('../../../clients/command-line/verbs/containers/containers.js')).containers,
    changes: true,
  },
  start: { load: async () => (await import('../platform/start-verb.js')).start, changes: true },
  tools: { load: async () => (await import('../commands/tools/tools-verb.js')).tools, changes: true },
  admin: { load: async () => (await import('../commands/admin/admin-verb.js')).admin, changes: true },
  login: { load: async () => (await import('./logins/login-verb.js')).login, changes: true },
  logout: { load: async () => (await import('./logins/logout-verb.js')).logout, changes: true },
  whoami: { load: async () => (await import('./logins/whoami-verb.js')).whoami },
  issuer: { load: async () => (await import('../issuer/issuer-verb.js')).issuer, changes: true },
};

const completions: VerbTable = {
  completion: { load: async () => (await import('../../../clients/command-line/completion/completion.js')).completion },
};

/** The verbs of the program. Each loads only what it uses. */
export const VERBS: VerbTable = { ...looking, ...changing, ...completions };
