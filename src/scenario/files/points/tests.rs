use std::fs;

use super::read;

/// What comes of a file of this name with this content.
fn of(name: &str, content: impl AsRef<[u8]>) -> Result<Vec<[f64; 2]>, String> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    fs::write(&path, content).unwrap();
    let place = folder.path().to_str().unwrap().to_owned();
    read(&path).map_err(|error| error.replace(&place, "."))
}

const POINTS: [[f64; 2]; 2] = [[1.5, -2.0], [0.1, 4e3]];

#[test]
fn tables_are_read_with_and_without_a_heading() {
    for text in [
        "1.5,-2\n0.1,4e3\n",
        "1.5, -2.0\r\n 0.1 ,4000",
        "x,y\n1.5,-2\n0.1,4e3\n",
        "X , Y\n\n1.5,-2\n\n0.1,4e3\n  \n",
        "\u{feff}x,y\n1.5,-2\n0.1,4e3\n",
        "id,y,name,x\n7,-2,\"a, b\",1.5\n8,4e3,c,0.1\n",
        "\"1.5\",\"-2\"\n0.1,4e3\n",
    ] {
        assert_eq!(of("a.csv", text).unwrap(), POINTS, "{text:?}");
        let tabs = text.replace("\"a, b\"", "a").replace(',', "\t");
        assert_eq!(of("a.TSV", &tabs).unwrap(), POINTS, "{tabs:?}");
    }
    assert_eq!(of("a.csv", "").unwrap(), Vec::<[f64; 2]>::new());
    assert_eq!(of("a.csv", "x,y\n").unwrap(), Vec::<[f64; 2]>::new());
}

#[test]
fn json_is_read_as_lists_and_as_objects() {
    for text in [
        "[[1.5, -2], [0.1, 4e3]]",
        "[{\"x\": 1.5, \"y\": -2}, {\"y\": 4000, \"id\": [1], \"x\": 0.1}]",
        "[[1.5, -2],\n {\"x\": 0.1, \"y\": 4000.0}]\n",
    ] {
        assert_eq!(of("a.json", text).unwrap(), POINTS, "{text:?}");
    }
    assert_eq!(of("a.json", "[]").unwrap(), Vec::<[f64; 2]>::new());
}

#[test]
fn bad_tables_are_refused_with_their_line() {
    let refused = |text: &str| of("a.csv", text).unwrap_err();
    insta::assert_snapshot!(refused("1,2\n3,x\n"), @r#"./a.csv:2: expected a number, found "x""#);
    insta::assert_snapshot!(refused("x,y\n\n1,2\n3,nan\n"), @"./a.csv:4: expected a finite number, found nan");
    insta::assert_snapshot!(refused("1,2\n3,1e999\n"), @"./a.csv:2: expected a finite number, found 1e999");
    insta::assert_snapshot!(refused("1,2,3\n"), @r#"./a.csv:1: expected two numbers, x and y, found "1", "2", "3""#);
    insta::assert_snapshot!(refused("1,2\n3\n"), @r#"./a.csv:2: expected two numbers, x and y, found "3""#);
    insta::assert_snapshot!(refused("1,2\n3,\n"), @r#"./a.csv:2: expected a number, found """#);
    insta::assert_snapshot!(refused("1;2\n3;4\n"), @r#"./a.csv:1: expected two numbers, or names of columns of which one is x and one is y, found "1;2""#);
    insta::assert_snapshot!(refused("left,right\n3,4\n"), @r#"./a.csv:1: expected two numbers, or names of columns of which one is x and one is y, found "left", "right""#);
    insta::assert_snapshot!(refused("id,x,y\n1,2,3\n4,5\n"), @r#"./a.csv:3: expected 3 columns, found "4", "5""#);
    insta::assert_snapshot!(refused("a,b,c,d,e,f\n"), @r#"./a.csv:1: expected two numbers, or names of columns of which one is x and one is y, found 6 columns, "a", "b", "c", "d", ..."#);
    insta::assert_snapshot!(of("a.tsv", "1,2\n").unwrap_err(), @r#"./a.tsv:1: expected two numbers, or names of columns of which one is x and one is y, found "1,2""#);
    insta::assert_snapshot!(of("a.csv", b"1,2\n3,\xff\n").unwrap_err(), @"./a.csv:2: expected UTF-8, found the byte 0xff");
}

#[test]
fn bad_json_is_refused_with_its_line() {
    let refused = |text: &str| of("a.json", text).unwrap_err();
    insta::assert_snapshot!(refused("[[1, 2],\n [3]]"), @r#"./a.json:2: expected a list of points; invalid length 1, expected a point [x, y] or {"x": .., "y": ..}"#);
    insta::assert_snapshot!(refused("[[1, 2, 3]]"), @r#"./a.json:1: expected a list of points; invalid length 3, expected a point [x, y] or {"x": .., "y": ..}"#);
    insta::assert_snapshot!(refused("[\n1, 2]"), @r#"./a.json:2: expected a list of points; invalid type: integer `1`, expected a point [x, y] or {"x": .., "y": ..}"#);
    insta::assert_snapshot!(refused("[[1, \"2\"]]"), @r#"./a.json:1: expected a list of points; invalid type: string "2", expected a number"#);
    insta::assert_snapshot!(refused("[{\"x\": 1}]"), @"./a.json:1: expected a list of points; missing field `y`");
    insta::assert_snapshot!(refused("{\"points\": []}"), @"./a.json:1: expected a list of points; invalid type: map, expected a sequence");
    insta::assert_snapshot!(refused("[[1, 2],\n\n[3, 4]"), @"./a.json:3: expected a list of points; EOF while parsing a list");
    insta::assert_snapshot!(refused("[[1, 1e999]]"), @"./a.json:1: expected a list of points; number out of range");
    insta::assert_snapshot!(refused("[[1, null]]"), @"./a.json:1: expected a list of points; invalid type: null, expected a number");
    insta::assert_snapshot!(refused(""), @"./a.json:1: expected a list of points; EOF while parsing a value");
}

#[test]
fn files_that_cannot_be_read_are_refused() {
    insta::assert_snapshot!(of("a.txt", "1,2\n").unwrap_err(), @"expected a file .csv, .tsv or .json, found ./a.txt");
    insta::assert_snapshot!(of("a", "1,2\n").unwrap_err(), @"expected a file .csv, .tsv or .json, found ./a");
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("folder.csv")).unwrap();
    fs::write(folder.path().join("swarm.csv"), "").unwrap();
    let refused = |name: &str| {
        let error = read(&folder.path().join(name)).unwrap_err();
        error.replace(folder.path().to_str().unwrap(), ".")
    };
    insta::assert_snapshot!(refused("folder.csv"), @"./folder.csv: expected a file, found a directory");
    insta::assert_snapshot!(refused("elsewhere.csv"), @"./elsewhere.csv: no such file");
    insta::assert_snapshot!(refused("swarn.csv"), @r#"./swarn.csv: no such file (did you mean "./swarm.csv"?)"#);
}
