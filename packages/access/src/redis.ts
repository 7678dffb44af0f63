export { openRedisCounters, redisAccounts } from './limits/counters-redis.ts'
