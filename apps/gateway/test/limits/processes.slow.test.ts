import { expect, test } from 'vitest'
import { startPostgres } from '../services/start-postgres.ts'
import { startRedis } from '../services/start-redis.ts'
import { post } from '../post.ts'
import { tempFolder } from '../temp-folder.ts'
import { startGatewayProcess } from './start-gateway-process.ts'

const redis = await startRedis()
const postgres = await startPostgres()

const shared = [
  { name: 'Redis', config: redis && { dataDir: tempFolder('limits'), redisUrl: redis.url } },
  { name: 'PostgreSQL', config: postgres && { databaseUrl: await postgres.createDatabase() } },
]

test.each(shared.flatMap(({ name, config }) => (config ? [{ name, config }] : [])))(
  'two processes on one $name let through as many requests of a key as one',
  async ({ config }) => {
    const settings = { ...config, demo: true, limits: { keys: { requestsPerMinute: 20 } } }
    const one = await startGatewayProcess(settings)
    const other = await startGatewayProcess(settings)
    const ask = (url: string): Promise<number> =>
      post(`${url}/v1/chat/completions`, { model: 'demo-chat', messages: [{ role: 'user', content: 'Hello' }] }).then(
        ({ status }) => status,
      )
    const statuses = await Promise.all(Array.from({ length: 60 }, (_, index) => ask(index % 2 === 0 ? one.url : other.url)))
    expect(statuses.filter((status) => status === 200)).toHaveLength(20)
    expect(statuses.filter((status) => status === 429)).toHaveLength(40)
    one.child.kill('SIGKILL')
    expect(await ask(other.url)).toBe(429)
  },
)
