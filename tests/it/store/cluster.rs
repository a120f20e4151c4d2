//! The examples for clusters in docs/sweeps.md, run as they stand there.

use std::process::Command;

use super::Folder;
use crate::support::{root, skipped};

const STUDY: &str = "scenario = 'few.toml'\nseeds = '0..19'\n[[vary]]\n'swarm.robots' = '2..4'\n";

/// The code block of the document that holds these words.
fn block(words: &str) -> String {
    let text = std::fs::read_to_string(root().join("docs/sweeps.md")).unwrap();
    let mut blocks = text
        .split("```bash\n")
        .skip(1)
        .map(|rest| rest.split("```").next().unwrap());
    blocks
        .find(|block| block.contains(words))
        .unwrap()
        .to_owned()
}

/// Runs a script in the folder, with the program in reach.
fn bash(folder: &Folder, script: &str, variables: &[(&str, &str)]) {
    let program = std::path::Path::new(env!("CARGO_BIN_EXE_formicary"))
        .parent()
        .unwrap();
    let path = std::env::var("PATH").unwrap();
    let said = Command::new("bash")
        .args(["-eu", "-o", "pipefail", "-c", script])
        .current_dir(folder.path(""))
        .env("PATH", format!("{}:{path}", program.display()))
        .envs(variables.iter().copied())
        .output()
        .unwrap();
    assert!(
        said.status.success(),
        "{}",
        String::from_utf8_lossy(&said.stderr)
    );
}

fn prepared() -> Folder {
    let folder = Folder::new();
    folder.write("study.toml", STUDY);
    folder.say("sweep study.toml --store whole.db").code(0);
    folder
}

#[test]
fn a_slurm_array_comes_to_the_whole_sweep() {
    let folder = prepared();
    let script = block("SBATCH");
    assert!(script.contains("--array=1-16"));
    for task in 1..=16_u32 {
        let task = task.to_string();
        let variables = [
            ("SLURM_ARRAY_TASK_ID", task.as_str()),
            ("SLURM_ARRAY_TASK_COUNT", "16"),
            ("SLURM_CPUS_PER_TASK", "2"),
        ];
        bash(&folder, &script, &variables);
    }
    bash(&folder, &block("runs merge"), &[]);
    assert_eq!(folder.results("all.db"), folder.results("whole.db"));
}

#[test]
fn gnu_parallel_comes_to_the_whole_sweep() {
    let script = block("parallel formicary");
    let gnu = Command::new("parallel").arg("--version").output();
    let is_gnu =
        gnu.is_ok_and(|said| String::from_utf8_lossy(&said.stdout).contains("GNU parallel"));
    if !is_gnu {
        return skipped("the example for GNU parallel", "it is not installed");
    }
    let folder = prepared();
    bash(&folder, &script, &[]);
    bash(&folder, &block("runs merge"), &[]);
    assert_eq!(folder.results("all.db"), folder.results("whole.db"));
}
