/** The activity page. */
export const activityWords = () => ({
  title: 'Activity',
  what: 'Who did what to deposits, containers and archival groups',
  views: 'Views',
  tabs: { all: 'Who did what', archivalgroups: 'Archival groups', importjobs: 'Import jobs' },
  streams: {
    archivalgroups: 'The stream by which other systems learn of new versions, newest first',
    importjobs: 'The stream of the storage service: import jobs that have ended, newest first',
  },
  columns: { group: 'Archival group', what: 'What', job: 'Job', at: 'When' },
  first: 'New group',
  newer: 'New version',
  ended: 'Import ended',
  beginning: 'beginning of the stream',
  none: 'Nothing is in this stream yet',
});
