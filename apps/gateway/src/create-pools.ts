import { Pool } from 'undici'

/** The connections to upstreams, by origin. */
export interface Pools {
  poolOf(origin: string, connectTimeout: number): Pool
  /** Closes what `used` does not name: at once what is idle, the rest as its requests end. */
  closeOthers(used: ReadonlySet<Pool>): Promise<void>
  destroy(): Promise<void>
}

export function createPools(): Pools {
  const pools = new Map<string, Pool>()
  return {
    poolOf(origin, connectTimeout) {
      const key = `${origin} ${connectTimeout}`
      let pool = pools.get(key)
      if (pool === undefined) {
        // One connection for each running request: a cap would let streams wait for one another.
        pool = new Pool(origin, { connections: null, pipelining: 1, connect: { timeout: connectTimeout }, allowH2: false })
        pools.set(key, pool)
      }
      return pool
    },
    async closeOthers(used) {
      const gone = [...pools].filter(([, pool]) => !used.has(pool))
      for (const [key] of gone) pools.delete(key)
      await Promise.all(gone.map(([, pool]) => pool.close()))
    },
    async destroy() {
      await Promise.all([...pools.values()].map((pool) => pool.destroy()))
    },
  }
}
