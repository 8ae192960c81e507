/** The table of emails about cards that expire before the next charge. */
export type ExpiryTables = {
  expiry_notice: {
    subscription_id: string;
    /** The period at whose end the charge lies. */
    period_no: number;
    /** How many days before the charge. */
    days: number;
    at: Date;
  };
};
