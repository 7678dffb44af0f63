/** The three ends of a line that the SSE standard knows. */
export const lineBreak = /\r\n|\r|\n/
