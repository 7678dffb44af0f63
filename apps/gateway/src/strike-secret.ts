/** What an upstream says, without the channel's key in it: some quote the key that they refuse. */
export function strikeSecret(text: string, secret: string | undefined): string {
  return secret === undefined || secret === '' ? text : text.replaceAll(secret, '[key]')
}
