/** The address of the online payments that need a person. */
export const ordersToSettleAddress = '/onlinepayments?tab=look'
