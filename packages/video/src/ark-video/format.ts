/** The id of this dialect. */
export const format = 'ark-video'
