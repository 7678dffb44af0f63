/** The id of this dialect. */
export const format = 'gateway-video'
