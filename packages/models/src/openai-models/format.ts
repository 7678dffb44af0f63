/** Id of this style, under which its extension is kept. */
export const format = 'openai-models'
