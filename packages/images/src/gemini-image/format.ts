/** The id of this dialect: image models of Gemini, asked through generateContent. */
export const format = 'gemini-image'
