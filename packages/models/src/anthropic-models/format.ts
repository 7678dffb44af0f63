/** The id of this style, under which its box is kept. */
export const format = 'anthropic-models'
