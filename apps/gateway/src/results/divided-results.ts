/** What operators are told who may run several gateways. */
export const dividedResults =
  'results are on the disk of one gateway, and the state is for several: an address of one would not work at another. Several gateways need results.storage: s3, or a folder that they share and results.shared: true'
