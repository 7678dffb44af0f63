import { setFlagsFromString } from 'node:v8'

/**
 * Lets every object begin among the young ones, for the whole process. V8 guesses by the first seconds which objects live long, and makes those
 * among the old ones from then on. A gateway's first seconds, when its young space is small still, show it requests that outlive a collection;
 * later none does, but what is made for each of them would stay until the next full collection, and hold whatever it refers to.
 */
export function keepObjectsYoung(): void {
  setFlagsFromString('--no-allocation-site-pretenuring')
}
