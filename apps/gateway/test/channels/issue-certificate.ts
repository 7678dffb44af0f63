import { generateKeyPairSync, sign } from 'node:crypto'

/** Makes a self-signed certificate for `localhost` and 127.0.0.1, and its key, both as PEM. */
export function issueCertificate(): { readonly cert: string; readonly key: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const algorithm = sequence(identifier('2a8648ce3d040302')) // ECDSA with SHA-256
  const name = sequence(node(0x31, sequence(identifier('550403'), node(0x0c, Buffer.from('test')))))
  const names = sequence(node(0x82, Buffer.from('localhost')), node(0x87, Buffer.from([127, 0, 0, 1])))
  const extensions = sequence(
    sequence(identifier('551d11'), node(0x04, names)), // alternative names
    sequence(identifier('551d13'), node(0x01, Buffer.from([0xff])), node(0x04, sequence(node(0x01, Buffer.from([0xff]))))), // an authority
  )
  const content = sequence(
    node(0xa0, node(0x02, Buffer.from([2]))), // version 3
    node(0x02, Buffer.from([1])),
    algorithm,
    name,
    sequence(node(0x17, Buffer.from('200101000000Z')), node(0x17, Buffer.from('491231235959Z'))),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    node(0xa3, extensions),
  )
  const signature = sign('sha256', content, privateKey)
  const certificate = sequence(content, algorithm, node(0x03, Buffer.concat([Buffer.from([0]), signature])))
  const lines = certificate.toString('base64').replace(/.{64}/g, '$&\n')
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string, // a PEM export is a string
  }
}

/** A value in DER: https://www.itu.int/rec/T-REC-X.690 */
function node(tag: number, content: Buffer): Buffer {
  const { length } = content
  const head = length < 128 ? [tag, length] : length < 256 ? [tag, 0x81, length] : [tag, 0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from(head), content])
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return node(0x30, Buffer.concat(parts))
}

function identifier(hex: string): Buffer {
  return node(0x06, Buffer.from(hex, 'hex'))
}
