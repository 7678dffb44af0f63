/** The id of this dialect. */
export const format = 'gemini-veo'
