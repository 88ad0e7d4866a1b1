"""A search session: one pure reducer over data tables; every client renders its snapshots."""
