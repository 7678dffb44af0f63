/** Tells why tests are skipped on a developer's machine. Throws in CI, where no test may be skipped. */
export function missingService(name: string, packageName: string): undefined {
  const message = `${name} is not on this machine (Debian: apt-get install ${packageName})`
  if (process.env['CI']) throw new Error(`${message}: CI must have it`)
  process.stderr.write(`${message}: its tests are skipped\n`)
  return undefined
}
