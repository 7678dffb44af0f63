import type { RunningExchanges, RunningRequest } from './gateway-life.ts'

/**
 * No `Set`: where members come and go, V8 makes it a new table every few of them, and each old table knows the next and still names its
 * members. One old table that has been moved among the long-lived objects then keeps every later exchange in memory until the next full
 * collection, which cost each request as much as its translation.
 */
export function createRunningExchanges<Request extends RunningRequest>(): RunningExchanges<Request> {
  const running: Request[] = []
  return {
    get size() {
      return running.length
    },
    add(exchange) {
      exchange.place = running.push(exchange) - 1
    },
    delete(exchange) {
      const { place } = exchange
      if (place === undefined) return
      exchange.place = undefined
      const last = running.pop()
      if (last === undefined || last === exchange) return
      running[place] = last
      last.place = place
    },
    // A copy: who goes through them may end them.
    [Symbol.iterator]: () => running.slice()[Symbol.iterator](),
  }
}
