/** The columns of the table of usage records, in the order in which rows have their values. A new one comes last, and may be NULL. */
export const usageColumns: readonly string[] = (
  'at id key_id operation model format channel upstream_model stream status outcome attempts ' +
  'input fresh cache_read cache_write tool_use output reasoning estimated cost_micros millis first_byte_millis notices images'
).split(' ')
