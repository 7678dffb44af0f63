/** Id of this style, under which its extension is kept. */
export const format = 'anthropic-models'
