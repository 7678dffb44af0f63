/** The id of this dialect. */
export const format = 'openai-videos'
