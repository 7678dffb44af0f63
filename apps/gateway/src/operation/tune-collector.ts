import { setFlagsFromString } from 'node:v8'

/**
 * Suits V8's collection of garbage to what a gateway is, for the whole process: each request makes many objects, and next to none outlives it.
 *
 * Every object begins among the young ones. V8 guesses by the first seconds which objects live long, and makes those among the old ones from
 * then on. A gateway's first seconds, when its young space is small still, show it requests that outlive a collection; later none does, but
 * what is made for each of them would stay until the next full collection, and hold whatever it refers to.
 *
 * One thread copies what is left of the young objects: that is little, and to share it among threads costs more than to copy it.
 */
export function tuneCollector(): void {
  setFlagsFromString('--no-allocation-site-pretenuring')
  setFlagsFromString('--no-parallel-scavenge')
}
