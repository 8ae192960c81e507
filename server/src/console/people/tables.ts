/** The tables of what the team knows of people. */
export type PeopleTables = {
  person_note: { id: string; visitor_id: string; at: Date; operator_id: string; text: string };
  /** Which people an operator looked up in an hour. */
  person_look_up: { operator_id: string; subject: string; hour: Date; weight: number };
};
