import { randomBytes } from 'node:crypto'

const pattern = /^usage-(\d+)-[0-9a-f]+\.journal$/

/** Names of journals: they say which process writes them. */
export const journalFile = {
  name: (pid: number): string => `usage-${pid}-${randomBytes(6).toString('hex')}.journal`,
  /** None where it is no journal. */
  pidOf(name: string): number | undefined {
    const pid = pattern.exec(name)?.[1]
    return pid === undefined ? undefined : Number(pid)
  },
}
