/** When running requests end nobody knows: clients ask again after this many milliseconds. */
export const patienceWithRunning = 1000
