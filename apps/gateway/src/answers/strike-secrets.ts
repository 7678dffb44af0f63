/** What an upstream says, without the channel's credentials in it: some quote the key that they refuse. */
export function strikeSecrets(text: string, secrets: readonly string[]): string {
  let struck = text
  for (const secret of secrets) struck = struck.replaceAll(secret, '[key]')
  return struck
}
