import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** When clients were first met. */
export class CreateClientSightings1763700006000 implements MigrationInterface {
  readonly name = 'CreateClientSightings1763700006000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE "client_sighting" (
      "director" text NOT NULL,
      "client" text NOT NULL,
      "first_seen_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
      CONSTRAINT "client_sighting_pkey" PRIMARY KEY ("director", "client")
    )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "client_sighting"`);
  }
}
