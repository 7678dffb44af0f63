/** The id of this dialect. */
export const format = 'azure-video-jobs'
