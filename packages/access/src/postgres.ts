export { accountsTable, openPostgresCounters, postgresAccounts } from './limits/counters-postgres.ts'
