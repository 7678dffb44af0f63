import { existsSync } from 'node:fs'
import { readChecked, UseError } from '../run/load-cases.ts'
import { gateways } from './gateways.ts'
import type { Profile } from './profile.ts'

const plain: Profile = { name: 'plain', tried: true, disclosures: [{ header: 'tongues-losses', form: 'json', pointer: 'at' }] }

/** Profile of a name, or of a file of the user. Throws UseError. */
export function profileOf(name: string | undefined): Profile {
  if (name === undefined) return plain
  const known = gateways.find(({ profile }) => profile.name === name)
  if (known !== undefined) return known.profile
  // The schema holds what the type says.
  if (existsSync(name)) return readChecked(name, 'profile') as Profile
  throw new UseError(
    `there is no profile ${JSON.stringify(name)}, and no file of that name; there are ${gateways.map(({ profile }) => profile.name).join(', ')}`,
  )
}
