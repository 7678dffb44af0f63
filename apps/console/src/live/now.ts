import { signal } from '@preact/signals'

/** Present time in milliseconds since the epoch, to the second. */
export const now = signal(Date.now())

setInterval(() => {
  if (!document.hidden) now.value = Date.now()
}, 1000)
