import * as z from "zod";

// The fields of PayPal's objects that we use; others are ignored.

const Money = z.object({ currency_code: z.string(), value: z.string() });

const Link = z.object({ href: z.string(), rel: z.string() });

/** A capture, successful or not. */
export const CaptureObject = z.object({
  id: z.string(),
  status: z.string(),
  amount: Money,
  create_time: z.string().optional(),
  update_time: z.string().optional(),
  custom_id: z.string().optional(),
  seller_receivable_breakdown: z
    .object({
      gross_amount: Money.optional(),
      paypal_fee: Money.optional(),
      paypal_fee_in_receivable_currency: Money.optional(),
      receivable_amount: Money.optional(),
      exchange_rate: z.object({ value: z.string().optional() }).optional(),
    })
    .optional(),
  supplementary_data: z.object({ related_ids: z.object({ order_id: z.string().optional() }) }).optional(),
});
export type CaptureObject = z.infer<typeof CaptureObject>;

/** A refund. */
export const RefundObject = z.object({
  id: z.string(),
  status: z.string(),
  amount: Money,
  custom_id: z.string().optional(),
  links: z.array(Link).default([]),
});
export type RefundObject = z.infer<typeof RefundObject>;

/** An order at PayPal, which the buyer approves and we capture. */
export const OrderObject = z.object({
  id: z.string(),
  status: z.string(),
  purchase_units: z
    .array(
      z.object({
        reference_id: z.string().optional(),
        custom_id: z.string().optional(),
        invoice_id: z.string().optional(),
        amount: Money,
        payments: z
          .object({ captures: z.array(CaptureObject).optional(), refunds: z.array(RefundObject).optional() })
          .optional(),
      }),
    )
    .min(1),
  payment_source: z
    .object({
      paypal: z
        .object({
          email_address: z.string().optional(),
          account_id: z.string().optional(),
          attributes: z
            .object({
              vault: z.object({ id: z.string().optional(), status: z.string().optional() }).optional(),
            })
            .optional(),
        })
        .optional(),
    })
    .optional(),
  links: z.array(Link).default([]),
});
export type OrderObject = z.infer<typeof OrderObject>;

/** A saved PayPal account. */
export const TokenObject = z.object({
  id: z.string(),
  payment_source: z.object({
    paypal: z
      .object({
        email_address: z.string().optional(),
        payer_id: z.string().optional(),
        account_id: z.string().optional(),
      })
      .optional(),
  }),
});
export type TokenObject = z.infer<typeof TokenObject>;

/** A dispute. */
export const DisputeObject = z.object({
  dispute_id: z.string(),
  status: z.string(),
  reason: z.string().optional(),
  seller_response_due_date: z.string().optional(),
  links: z.array(z.object({ rel: z.string() })).default([]),
  evidences: z.array(z.object({ source: z.string().optional() })).default([]),
  dispute_life_cycle_stage: z.string().optional(),
  dispute_amount: Money,
  dispute_outcome: z.object({ outcome_code: z.string().optional() }).optional(),
  disputed_transactions: z.array(z.object({ seller_transaction_id: z.string().optional() })).default([]),
  money_movements: z
    .array(
      z.object({
        affected_party: z.string().optional(),
        amount: Money.optional(),
        initiated_time: z.string().optional(),
        type: z.string().optional(),
        reason: z.string().optional(),
      }),
    )
    .default([]),
});
export type DisputeObject = z.infer<typeof DisputeObject>;

/** A page of the transaction report. */
export const ReportPage = z.object({
  transaction_details: z
    .array(
      z.object({
        transaction_info: z.object({
          transaction_id: z.string(),
          transaction_event_code: z.string().optional(),
          transaction_status: z.string().optional(),
          transaction_initiation_date: z.string().optional(),
          transaction_amount: Money.optional(),
          fee_amount: Money.optional(),
          paypal_reference_id: z.string().optional(),
          invoice_id: z.string().optional(),
          custom_field: z.string().optional(),
        }),
      }),
    )
    .default([]),
  last_refreshed_datetime: z.string().optional(),
  total_pages: z.number().optional(),
});

/** The balances of the account. */
export const BalancesObject = z.object({ balances: z.array(z.object({ total_balance: Money })) });

/** An event, from a webhook or the event list. */
export const EventObject = z.object({
  id: z.string().min(1).max(255),
  event_type: z.string().max(255),
  create_time: z.string().optional(),
  resource: z.unknown(),
});
export type EventObject = z.infer<typeof EventObject>;
