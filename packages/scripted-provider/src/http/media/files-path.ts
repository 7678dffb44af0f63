/** Below this path are the results that were given as addresses. */
export const filesPath = '/demo-files/'
