/** The beginning of the encrypted content of every reasoning item of the demo. */
export const encryptedPrefix = 'gAAAAABdemo_'
