/** The id of this dialect. */
export const format = 'vertex-veo'
