/** The beginning of the data of every redacted block of the demo. */
export const redactedPrefix = 'DEMOREDACTED'
