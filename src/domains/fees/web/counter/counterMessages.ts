/** The question before a payment, discount or cheque is booked or changed (specification, section 4). */
export const confirmTitle = 'Are You Sure You Want To Continue With This Action?'
