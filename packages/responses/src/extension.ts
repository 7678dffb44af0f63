/** The id of this format, under which its box is kept. */
export const format = 'responses'
