/** The screen that sends fee reminders to the families of the pending list whose filters are in its address. */
export const remindersPath = '/feereminders'
