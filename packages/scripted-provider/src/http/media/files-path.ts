/** The path below which results are served by URL. */
export const filesPath = '/demo-files/'
