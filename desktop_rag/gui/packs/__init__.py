"""Evidence packs in the window: the formats that exports offer, and the dialog that tells what came of checking one."""
